import { runWukong } from './wukong.mjs';

runWukong(['graph', 'render', ...process.argv.slice(2)]);
