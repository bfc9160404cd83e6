/** One line that counts the seconds of a wait: rewritten on a terminal, repeated every ten seconds in a log. */
const LOG_EVERY_S = 10

/**
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(title, work) {
  const startedAt = Date.now()
  const isTerminal = process.stdout.isTTY === true
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  const line = () => `${title}… ${seconds()} s`
  process.stdout.write(isTerminal ? line() : `${title}…\n`)
  const ticker = setInterval(() => {
    if (isTerminal) process.stdout.write(`\r${line()}`)
    else if (seconds() % LOG_EVERY_S === 0) console.log(line())
  }, 1000)
  try {
    return await work()
  } finally {
    clearInterval(ticker)
    console.log(isTerminal ? `\r${line()}` : `${title}: ${seconds()} s`)
  }
}
