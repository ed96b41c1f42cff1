import { runWukong } from './wukong.mjs';

runWukong(['graph', 'validate', ...process.argv.slice(2)]);
