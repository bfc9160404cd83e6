/** Loaded into the programs that bootstrap starts: if bootstrap is killed in a way that it cannot pass on, the program ends as if asked to. */
import process from 'node:process'

if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
