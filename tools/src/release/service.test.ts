/** The systemd unit of a release, which docs/operations.md prints, and the script for its commands. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const UNIT = 'tools/src/release/parley.service'
const OF_MANY = 'tools/src/release/parley@.service'
const ANALYZE = '/usr/bin/systemd-analyze'

/** The settings of each section. A name may occur several times. */
function parse(text: string): ReadonlyMap<string, readonly (readonly [string, string])[]> {
  const sections = new Map<string, [string, string][]>()
  let current: [string, string][] = []
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, section] = /^\[(\w+)\]$/.exec(line) ?? []
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (section !== undefined) {
      if (sections.has(section)) throw new Error(`the section ${section} occurs twice`)
      sections.set(section, (current = []))
    } else if (name !== undefined && value !== undefined) current.push([name, value])
    else throw new Error(`not a line of a unit: ${line}`)
  }
  return sections
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'parley-unit-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

describe('the systemd unit', () => {
  const sections = parse(read(UNIT))
  const of = (section: string, name: string) => sections.get(section)!.flatMap(([each, value]) => (each === name ? [value] : []))

  it('starts after the network and the database, at every boot, and again after a fault', () => {
    expect([...sections.keys()]).toEqual(['Unit', 'Service', 'Install'])
    expect(of('Unit', 'After')).toEqual(['network-online.target postgresql.service'])
    expect(of('Install', 'WantedBy')).toEqual(['multi-user.target'])
    expect([of('Service', 'Restart'), of('Service', 'RestartSec')]).toEqual([['on-failure'], ['5']])
    expect(of('Service', 'User')).toEqual(['parley'])
  })

  it('does not restart a process whose markets another one has taken over', () => {
    const [, code] = /TAKEN_OVER_EXIT = (\d+)/.exec(read('packages/server/src/server.ts'))!
    expect(of('Service', 'RestartPreventExitStatus')).toEqual([code])
  })

  it('starts Node with the flags of npm run serve, and gives a stop more time than it takes', () => {
    const [program = ''] = of('Service', 'ExecStart')
    const start = read('tools/src/bootstrap/start.mjs')
    const [, heap] = /LARGE_HEAP = '([^']+)'/.exec(start)!
    expect(program.split(' ').filter((word) => word.startsWith('--'))).toEqual(['--import', '--v8-pool-size=1', heap])
    expect(start).toContain('--v8-pool-size=')
    const delayMs = Number(/STOP_DELAY_MOST_MS = ([\d_]+)/.exec(read('packages/server/src/settings.ts'))![1]!.replaceAll('_', ''))
    const stopMs = Number(/STOP_WITHIN_MS = ([\d_]+)/.exec(read('packages/server/src/main.ts'))![1]!.replaceAll('_', ''))
    expect(Number(of('Service', 'TimeoutStopSec')[0]) * 1000).toBeGreaterThan(delayMs + stopMs)
  })

  it('is the one that docs/operations.md prints', () => {
    expect(read('docs/operations.md')).toContain(`\`\`\`ini\n${read(UNIT)}\`\`\``)
    expect(read('docs/operations.md').match(/\[Service\]/g)).toHaveLength(1)
  })

  it.skipIf(!existsSync(ANALYZE))('is accepted by systemd', () => {
    const file = join(folder(), 'parley.service')
    writeFileSync(file, read(UNIT).replace('/usr/bin/node', process.execPath))
    expect(execFileSync(ANALYZE, ['verify', file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })).toBe('')
  })
})

describe('the unit of one process of many', () => {
  const ofOne = parse(read(UNIT))
  const ofMany = parse(read(OF_MANY))
  const service = (sections: ReturnType<typeof parse>) => sections.get('Service')!.map(([name, value]) => `${name}=${value}`)

  it('is the unit of a release with a role, and with settings of its own', () => {
    const [one, many] = [service(ofOne), service(ofMany)]
    const start = one.find((line) => line.startsWith('ExecStart='))!
    expect(many.filter((line) => !one.includes(line))).toEqual(['EnvironmentFile=/etc/parley/%i.env', `${start} --role \${ROLE}`])
    // A process of many never has its markets taken over for good.
    expect(one.filter((line) => !many.includes(line))).toEqual([
      start,
      expect.stringMatching(/^RestartPreventExitStatus=\d+$/) as string,
    ])
    expect([...ofMany].filter(([section]) => section !== 'Service')).toEqual(
      [...ofOne]
        .filter(([section]) => section !== 'Service')
        .map(([section, lines]) => [section, lines.map(([name, value]) => [name, name === 'Description' ? 'Parley, process %i' : value])]),
    )
  })

  it('has the name under which docs/operations.md starts it', () => {
    expect(read('docs/operations.md')).toContain('parley@gateway-1')
  })

  it.skipIf(!existsSync(ANALYZE))('is accepted by systemd', () => {
    const file = join(folder(), 'parley@gateway-1.service')
    writeFileSync(file, read(OF_MANY).replace('/usr/bin/node', process.execPath))
    expect(execFileSync(ANALYZE, ['verify', file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })).toBe('')
  })
})

describe('the script for commands', () => {
  it('runs a command with the settings of the service, and nothing else', () => {
    const place = folder()
    cpSync(join(root, 'tools/src/release/parley'), join(place, 'parley'))
    mkdirSync(join(place, 'packages/server/src/cli'), { recursive: true })
    writeFileSync(join(place, 'es2024.mjs'), '')
    const print = 'console.log(JSON.stringify([process.env.DATA_DIR, process.env.DATABASE_URL, ...process.argv.slice(2)]))'
    writeFileSync(join(place, 'packages/server/src/cli/operator.js'), print)
    const settings = join(place, 'parley.env')
    writeFileSync(settings, "DATABASE_URL='postgres://parley:a b@db/parley'\n")
    chmodSync(place, 0o755)
    const command = (...args: string[]) => {
      const env = { ...process.env, PARLEY_SETTINGS: settings, PARLEY_USER: 'root', DATA_DIR: '' }
      return spawnSync(join(place, 'parley'), args, { env, encoding: 'utf8' })
    }
    expect(JSON.parse(command('operator', 'stop-trading', '--why', 'two words').stdout)).toEqual([
      '/var/lib/parley',
      'postgres://parley:a b@db/parley',
      'stop-trading',
      '--why',
      'two words',
    ])
    expect(command('serve')).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('Use: parley operator') as string })
  })
})
