/** 123 of `E-000123`, `e-123` and `123`; undefined if that is no event. */
export function eventNamed(text: string): number | undefined {
  const digits = /^(?:E-)?0*(\d{1,15})$/i.exec(text.trim())?.[1];
  const number = Number(digits);
  return digits === undefined || number === 0 ? undefined : number;
}
