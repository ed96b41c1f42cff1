export { PAGE_SIZE, pageOf, pagesOf } from './pages.js';
