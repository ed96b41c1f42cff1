/** So many rows stand on a page where nothing else is said. */
export const PAGE_SIZE = 20;

/** At least one, which may be empty. */
export function pagesOf(rows, size = PAGE_SIZE) {
  return Math.max(1, Math.ceil(rows.length / size));
}

/** The first page is number 1. */
export function pageOf(rows, number, size = PAGE_SIZE) {
  if (number < 1 || number > pagesOf(rows, size)) throw new RangeError(`no page ${number}`);
  return rows.slice((number - 1) * size, number * size);
}
