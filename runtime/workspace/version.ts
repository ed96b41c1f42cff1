/** Put in by the build. */
declare const WUKONG_VERSION: string;

export const VERSION = typeof WUKONG_VERSION === 'undefined' ? 'unbuilt' : WUKONG_VERSION;
