"""The recorder at the table: the page that holds the app, and what a device needs beside it to open it again without a
network. The app itself is plain ES modules under static/scorepad/recorder, and speaks to the API like any other.

shell      the page
words      its texts in the reader's language
files      which static files the app is made of
worker     the service worker that keeps all of these, and the manifest by which a device installs it
"""
