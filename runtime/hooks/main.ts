// hook.cjs <EventName>: one short process per event, and the only file of the program that lies in the
// user's tree. Where nobody ran `wukong init` it says and does nothing.

import { launch } from './launch.ts';

launch('project');
