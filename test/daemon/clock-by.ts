/** What a program loads whose clock stands ahead by so many hours as a file says, at any time. */
export const clockBy = (file: string) => `const { readFileSync } = require('node:fs');
const Real = Date;
const ahead = () => Number(readFileSync(${JSON.stringify(file)}, 'utf8')) * 3_600_000;
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length > 0) super(...given);
    else super(Real.now() + ahead());
  }
  static now() {
    return Real.now() + ahead();
  }
};
`;
