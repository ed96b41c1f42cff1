#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { decode } from './decoder.js';

for (const { sensor, kind, value } of decode(readFileSync(0))) {
  console.log(`${sensor}\t${kind}\t${value}`);
}
