import { mailLater } from './queue.js';
import { all, keep } from './store.js';

/** What is answered, by method and path. `body`: what was sent, read as JSON. */
export const ROUTES = {
  'GET /notes': () => ({ status: 200, body: all() }),
  'POST /notes': ({ text } = {}) => {
    if (!text) return { status: 400, body: { error: 'a note has a text' } };
    const number = keep(text);
    mailLater(number);
    return { status: 201, body: { number } };
  },
};
