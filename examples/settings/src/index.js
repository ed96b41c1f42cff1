export { readSettings } from './reader.js';
export { writeSettings } from './writer.js';
