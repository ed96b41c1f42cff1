// Preloaded: as where a person sits at the terminal and everything takes long.

'use strict';

const began = Date.now();
let looks = 0;
Date.now = () => {
  looks += 1;
  return began + looks * 1000;
};
Object.defineProperty(process.stderr, 'isTTY', { value: true });
