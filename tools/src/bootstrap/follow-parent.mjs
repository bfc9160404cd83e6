/** Loaded into what bootstrap starts: when bootstrap is killed in a way it cannot pass on, the program ends as if asked to. */
import process from 'node:process'

if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
