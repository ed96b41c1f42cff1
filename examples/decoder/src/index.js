export { DecodeError, decode } from './decoder.js';
