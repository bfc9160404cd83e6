/** The reason why a start failed, in one sentence with what to do about it. */

export class StartProblem extends Error {
  /** @param {string} sentence @param {string} [details] the tool's own output, shown below the sentence */
  constructor(sentence, details = '') {
    super(sentence)
    this.details = details
  }
}

/** @type {readonly [RegExp, string][]} The first match is used. */
const advice = [
  [/ENOSPC|no space left/i, 'The disk is full: free at least 1 GB on the disk of this folder and run the command again.'],
  [
    /EACCES|EPERM|EROFS|permission denied/i,
    'This folder is not writable: give your user write access (chown or chmod) and run the command again.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/i,
    'The npm registry cannot be reached: check the network (or `npm config get registry`) and run the command again.',
  ],
  [/E401|E403|Unauthorized|Forbidden/, 'The npm registry refused the request: check its sign-in in your .npmrc and run the command again.'],
  [
    /can only install packages when your package\.json and package-lock\.json|EUSAGE/,
    'package.json and package-lock.json differ: run `npm install` once and then the command again.',
  ],
]

/** @param {string} words the output of a tool or the system @returns {string | undefined} */
export const adviceFor = (words) => advice.find(([pattern]) => pattern.test(words))?.[1]

/** Known output becomes one sentence; unknown output is shown below `otherwise`. @param {string} words @param {string} otherwise */
export function startProblem(words, otherwise) {
  const sentence = adviceFor(words)
  return sentence === undefined ? new StartProblem(otherwise, words) : new StartProblem(sentence)
}

/** @param {string} words Trying again does not help if the disk is full, a permission is missing or the lock is out of date. */
export const isWorthAnotherTry = (words) => !/ENOSPC|EACCES|EPERM|EROFS|EUSAGE/.test(words)

/** The server would refuse to start for the same reason, but only after an installation and a build. @param {NodeJS.ProcessEnv} env */
export function checkMail({ SMTP_URL: smtp, MAIL: mail }) {
  if (!smtp && !mail)
    throw new StartProblem('No mail server is configured. Set SMTP_URL and MAIL_FROM, or MAIL=off to keep emails waiting in the database.')
}
