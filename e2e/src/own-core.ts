/**
 * Vitest's setup of the `product` project: keeps a test process, and with it the product and the browser that it starts, on one core (decision 0840).
 * Their dozens of threads wake each other all the time, and across the cores of a virtual machine each wake-up costs hypervisor time.
 */
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

const cores = availableParallelism()
const testProcess = globalThis as { isOnOwnCore?: boolean }

/** Files share a process. Without `taskset`, tests run as before, only slower. */
if (testProcess.isOnOwnCore === undefined && process.platform === 'linux' && cores > 1) {
  testProcess.isOnOwnCore = true
  const core = (Number(process.env['VITEST_POOL_ID'] ?? '1') - 1) % cores
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(process.pid)])
}
