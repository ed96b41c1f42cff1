export { netOf, taxOf, totalOf } from './invoice.js';
