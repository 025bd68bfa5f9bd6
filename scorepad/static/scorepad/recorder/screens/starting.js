/**
 * A new match: club, players, what its game wants agreed on, and the table. While there is one game, nobody is asked
 * which.
 */

import { fetchClubs, recordsNowhere } from "../clubs.js";
import { el, sentence } from "../dom.js";
import { button, field, tick } from "../forms.js";
import { icon } from "../icons.js";
import { changed } from "../making.js";
import { refusalTold } from "../telling.js";
import { gettext } from "../words.js";
import { bar, note, pill, signIn } from "./bar.js";

const NEW = "new";

/** One seat: somebody of the club, or somebody new by name. */
class Seat {
  constructor(label) {
    this.players = [];
    this.select = el("select", { required: true, change: () => this.changed() });
    this.name = el("input", {
      type: "text",
      maxlength: 80,
      dir: "auto",
      autocomplete: "off",
      "aria-label": gettext("Name of the new player"),
    });
    this.node = field(label, this.select);
    this.node.append(this.name);
  }

  offer(players, recent = []) {
    this.players = players;
    const chosen = this.select.value;
    const option = ({ id, name }) => el("option", { value: id, dir: "auto" }, name);
    const known = players.filter(({ id }) => recent.includes(id));
    this.select.replaceChildren(
      el("option", { value: "" }, gettext("Choose…")),
      ...(known.length ? [el("optgroup", { label: gettext("Lately at this device") }, known.map(option))] : []),
      el("optgroup", { label: gettext("All players") }, players.map(option)),
      el("option", { value: NEW }, gettext("Somebody new…")),
    );
    this.select.value = [...this.select.options].some(({ value }) => value === chosen)
      ? chosen
      : players.length
        ? ""
        : NEW;
    this.changed(false);
  }

  changed(moves = true) {
    const isNew = this.select.value === NEW;
    this.name.hidden = !isNew;
    this.name.required = isNew;
    if (isNew && moves) this.name.focus();
  }

  get value() {
    if (this.select.value === NEW) return this.known() ?? { name: this.name.value.trim().normalize("NFC") };
    const option = this.select.selectedOptions[0];
    return { player: option.value, name: option.textContent };
  }

  /** Somebody of the club whose name was typed nevertheless. */
  known() {
    const typed = this.name.value.trim().normalize("NFC").toLowerCase();
    const found = this.players.find(({ name }) => name.toLowerCase() === typed);
    return found && { player: found.id, name: found.name };
  }

  set value({ select, name }) {
    this.select.value = select;
    this.name.value = name;
    this.changed(false);
  }

  get raw() {
    return { select: this.select.value, name: this.name.value };
  }
}

export class Starting {
  constructor(app, slug) {
    this.app = app;
    this.slug = slug;
    this.node = el("div", { class: "screen" });
    [this.key, this.game] = Object.entries(app.sync.games)[0];
  }

  async show() {
    this.app.sync.open(null);
    await this.gather();
    this.draw();
    this.node.querySelector("h1").focus({ preventScroll: true });
    this.seen = await fetchClubs(this.app.sync.account);
    await this.gather();
    this.offer();
  }

  async gather() {
    this.clubs = await this.app.store.clubs();
    const matches = await this.app.sync.matches();
    this.recent = matches.slice(0, 6).flatMap(({ seats }) => Object.values(seats).map(({ player }) => player));
    this.slug ||= matches[0]?.club ?? "";
  }

  /** The clubs and players to choose from; what is chosen and typed stays. */
  offer() {
    const slugs = this.clubs.map(({ slug, name }) => el("option", { value: slug, dir: "auto" }, name));
    this.club.replaceChildren(...slugs);
    this.club.value = this.clubs.some(({ slug }) => slug === this.slug) ? this.slug : (this.clubs[0]?.slug ?? "");
    this.form.hidden = !this.clubs.length;
    this.none.hidden = this.clubs.length > 0 || !this.seen; // not before anybody has answered
    this.none.replaceChildren(icon("key"), el("div", {}, this.whyNone()));
    this.club.parentElement.hidden = this.clubs.length === 1;
    this.players();
  }

  /** Why there is no club to choose, and what helps. */
  whyNone() {
    if (this.seen === "seen") return recordsNowhere();
    return sentence(
      gettext(
        "No club is known on this device yet. %(link)s once while there is a network; after that a match can be started without one.",
      ),
      { link: el("a", { href: signIn() }, gettext("Sign in")) },
    );
  }

  choose() {
    this.slug = this.club.value;
    this.players();
  }

  players() {
    const club = this.clubs.find(({ slug }) => slug === this.club.value);
    for (const seat of Object.values(this.seats)) seat.offer(club?.players ?? [], this.recent);
  }

  draw() {
    this.club = el("select", { required: true, change: () => this.choose() });
    this.seats = Object.fromEntries(this.game.seats().map(({ key, label }) => [key, new Seat(label)]));
    this.options = new this.game.Options();
    this.none = el("div", { class: "note" });
    this.rated = el("input", { type: "checkbox", checked: true });
    this.table = el("input", { type: "text", maxlength: 40, dir: "auto", autocomplete: "off" });
    this.wrong = el("div", { class: "note bad", role: "alert", hidden: true });
    this.form = el(
      "form",
      { class: "fields", submit: (event) => this.submit(event) },
      field(gettext("Club"), this.club),
      el(
        "div",
        { class: "sides" },
        Object.values(this.seats).map((seat) => seat.node),
      ),
      el(
        "div",
        { class: "btns" },
        button(gettext("Change sides"), () => this.changeSides(), "both"),
      ),
      this.options.agreed,
      el(
        "details",
        {},
        el("summary", {}, gettext("Stake, rating, table")),
        el(
          "div",
          { class: "fields" },
          this.options.more,
          tick(gettext("Counts for the ladders"), this.rated),
          field(gettext("Table"), this.table),
        ),
      ),
      this.wrong,
      el("div", { class: "btns" }, el("button", { class: "btn go" }, gettext("Start recording"))),
    );
    this.node.replaceChildren(
      bar({ back: "#", backTold: gettext("Back to the matches"), title: gettext("New match") }, this.app.sync.queue),
      el(
        "div",
        { class: "rmain tall" },
        el("h1", { tabindex: -1 }, gettext("Start a match")),
        this.none,
        this.form,
        el("div", { "data-note": true }, note(this.app.sync.queue)),
      ),
    );
    this.offer();
  }

  /** Everybody one seat on. */
  changeSides() {
    const seats = Object.values(this.seats);
    const given = seats.map((seat) => seat.raw);
    seats.forEach((seat, index) => (seat.value = given[(index + 1) % given.length]));
  }

  refuse(said) {
    this.wrong.replaceChildren(icon("odd"), el("div", {}, said));
    this.wrong.hidden = false;
  }

  async submit(event) {
    event.preventDefault();
    const seats = changed(this.seats, (seat) => seat.value);
    const people = Object.values(seats).map(({ player, name }) => player ?? name.toLowerCase());
    if (people.includes("")) return this.refuse(gettext("Both players need a name."));
    if (new Set(people).size < people.length) return this.refuse(gettext("Nobody plays against himself."));
    if (this.made) return undefined;
    this.made = true;
    const wanted = {
      club: this.club.value,
      game: this.key,
      seats,
      options: this.options.value,
      rated: this.rated.checked,
      table: this.table.value.trim(),
    };
    try {
      return this.app.replace(`#match=${await this.app.sync.startMatch(wanted)}`);
    } catch (error) {
      console.info("No match could be kept:", String(error));
      this.made = false;
      return this.refuse(refusalTold({ code: "not_kept" }));
    }
  }

  /** What is typed here is not lost to a new version of the app. */
  get isBusy() {
    return true;
  }

  update() {}

  drawQueue() {
    this.node.querySelector("#pill")?.replaceWith(pill(this.app.sync.queue));
  }
}
