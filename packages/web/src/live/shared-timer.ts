/** A shared timer: it runs from the first start until the last stop. */
export function createSharedTimer(run: () => void, everyMs: number): () => () => void {
  let users = 0
  let running: ReturnType<typeof setInterval> | undefined
  return function start() {
    users += 1
    running ??= setInterval(run, everyMs)
    let isStopped = false
    return () => {
      if (isStopped) return
      isStopped = true
      users -= 1
      if (users > 0) return
      clearInterval(running)
      running = undefined
    }
  }
}
