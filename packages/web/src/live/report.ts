/** Failures that nobody at the screen can do anything about: they go to the console of the browser, and nowhere else (decision 0170). */
export type Report = (words: string, error: unknown) => void

export const report: Report = (words, error) => console.warn(words, error)
