/** The import rules of docs/architecture.md. The message of a failure explains what to do instead. */
import { describe, expect, it } from 'vitest'
import { importsOf, packageOf, readProjectFile, sources } from './sources.ts'

const law: Readonly<Record<string, readonly string[]>> = {
  core: [],
  contracts: [],
  venues: ['core'],
  chain: ['core'],
  server: ['core', 'contracts', 'venues', 'chain'],
  client: ['contracts'],
  web: ['core', 'contracts', 'client'],
  simulator: ['core', 'contracts', 'venues', 'chain', 'server', 'client'],
  e2e: ['simulator', 'client', 'contracts'],
  bench: ['core', 'server', 'client', 'simulator'],
  tools: ['contracts'],
  examples: ['client', 'contracts'],
}

const instead: Readonly<Record<string, string>> = {
  core: 'core is pure: pass what it needs as an argument, or move the code to the package that does I/O.',
  contracts: 'contracts hold only schemas: move the rule to core and the translation to server.',
  venues: 'an adapter translates: what it needs of the market comes from core, what it needs of the server is an argument.',
  chain: 'a chain is read and told as it is: the rules of auctions are in core, and who bids on what is for the server.',
  server: 'the server does not know who calls it: move the code to client or simulator.',
  client: 'the SDK speaks the wire only: take the type from contracts.',
  web: 'the web has no privileged path to the server: use client, as any bot does.',
  simulator: 'the simulator drives the product from outside; the web is tested in e2e.',
  e2e: 'e2e meets the product as a user does: through simulator, client, contracts or the browser.',
  bench: 'a benchmark measures core, server, client and simulator.',
  tools: 'tools look at files and contracts; what runs the product lives in simulator.',
  examples: 'an example uses the SDK only, as a newcomer would.',
}

/**
 * Entry points that a package may have besides its main one: venues and chain export their compliance suites for tests of adapters and chains, and
 * chain exports the owner's side for the holders of keys.
 */
const extraDoors = ['@parley/venues/compliance', '@parley/chain/compliance', '@parley/chain/wallet']

describe('the law of imports', () => {
  it('a package imports only what the law allows', () => {
    const broken = sources.flatMap((source) =>
      importsOf(source).flatMap(({ specifier, line }) => {
        const target = /^@parley\/([a-z0-9]+)/.exec(specifier)?.[1]
        const from = packageOf(source.path)
        if (target === undefined || target === from || law[from]?.includes(target)) return []
        return [`${source.path}:${line} imports ${target}: ${instead[from]}`]
      }),
    )
    expect(broken, broken.join('\n')).toEqual([])
  })

  it('a package is entered through its one door', () => {
    const broken = sources.flatMap((source) =>
      importsOf(source)
        .filter(({ specifier }) => /^@parley\/[a-z0-9]+\//.test(specifier) && !extraDoors.includes(specifier))
        .map(
          ({ specifier, line }) =>
            `${source.path}:${line} imports ${specifier}: name it in that package's src/index.ts and import the package.`,
        ),
    )
    expect(broken, broken.join('\n')).toEqual([])
  })

  it('no file reaches into another package by a path', () => {
    const broken = sources.flatMap((source) =>
      importsOf(source)
        .filter(({ specifier }) => specifier.startsWith('.'))
        .filter(({ specifier }) => packageOf(new URL(specifier, `file:///${source.path}`).pathname.slice(1)) !== packageOf(source.path))
        .map(({ specifier, line }) => `${source.path}:${line} imports ${specifier}: import @parley/… instead.`),
    )
    expect(broken, broken.join('\n')).toEqual([])
  })

  it('package.json asks for no Parley package the law forbids', () => {
    const folders = ['core', 'contracts', 'venues', 'chain', 'server', 'client', 'web', 'simulator']
      .map((name) => `packages/${name}`)
      .concat('e2e', 'bench', 'tools')
    const broken = folders.flatMap((folder) => {
      const manifest = JSON.parse(readProjectFile(`${folder}/package.json`)) as { dependencies?: object; devDependencies?: object }
      const from = packageOf(`${folder}/x`)
      return Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
        .flatMap((name) => /^@parley\/(.+)$/.exec(name)?.[1] ?? [])
        .filter((target) => !law[from]?.includes(target))
        .map((target) => `${folder}/package.json depends on ${target}: ${instead[from]}`)
    })
    expect(broken, broken.join('\n')).toEqual([])
  })

  it('core is pure: no clock, no chance, no process, no timer, no waiting', () => {
    const impure =
      /\bnew Date\b|\bDate\.|\bMath\.random\b|\bprocess\.|\bsetTimeout\b|\bsetInterval\b|\basync\b|\bawait\b|\bfetch\(|from ['"]node:|\bperformance\./
    const broken = sources
      .filter((source) => packageOf(source.path) === 'core' && !source.isTest)
      .flatMap((source) =>
        source.lines.flatMap((line, index) => {
          const code = line.replace(/\/\/.*$/, '').replace(/^\s*\/?\*.*$/, '')
          return impure.test(code)
            ? [`${source.path}:${index + 1} ${line.trim()}: pass it as an argument; only server, venues and simulator touch the world.`]
            : []
        }),
      )
    expect(broken, broken.join('\n')).toEqual([])
  })
})
