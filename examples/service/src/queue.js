const waiting = [];

export function mailLater(note) {
  waiting.push(note);
}

/** What the mailer takes next. */
export function next() {
  return waiting.shift();
}
