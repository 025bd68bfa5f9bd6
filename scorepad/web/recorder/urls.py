"""The recorder at the table. The worker's address is below the page's: it may keep nothing above its own."""

from django.urls import path

from scorepad.web.recorder.shell import shell
from scorepad.web.recorder.words import words
from scorepad.web.recorder.worker import manifest, worker

urlpatterns = [
    path("record/", shell, name="record"),
    path("record/words.json", words, name="recorder_words"),
    path("record/worker.js", worker, name="recorder_worker"),
    path("record/manifest.webmanifest", manifest, name="recorder_manifest"),
]
