/** Told often while something long is done, with how far it is. */
export type OnWork = (where: string) => void;
