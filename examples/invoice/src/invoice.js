/** In cents, without tax. */
export function netOf(items) {
  let sum = 0;
  for (const { price, count, discount = 0 } of items) {
    sum += Math.round(price * count * (1 - discount / 100));
  }
  return sum;
}

/** In cents. */
export function taxOf(items, percent) {
  let sum = 0;
  for (const { price, count, discount = 0 } of items) {
    sum += Math.round(price * count * (1 - discount / 100));
  }
  return Math.round((sum * percent) / 100);
}

/** In cents, with tax. */
export function totalOf(items, percent) {
  let sum = 0;
  for (const { price, count, discount = 0 } of items) {
    sum += Math.round(price * count * (1 - discount / 100));
  }
  return sum + Math.round((sum * percent) / 100);
}
