/**
 * Builds a folder that can serve Parley and contains nothing else: plain JavaScript for the distribution's Node, the required packages, the built web
 * app and the migrations. Nothing is installed, built or downloaded where it runs.
 */
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { commitOf } from './commit-of.ts'
import { productionPackages, type Lock } from './production-packages.ts'

const MARK = 'release.json'
/** A distribution may have Node 20. */
const OLDER_NODE = 'es2024.mjs'
/** For the machine that runs it: the service, and its commands. */
const FOR_THE_MACHINE = ['parley.service', 'parley@.service', 'parley'] as const
/** Our packages that are imported by name; the server's programs are started from its own folder. */
const LIBRARIES = ['core', 'contracts', 'chain', 'venues'] as const
const DOCUMENTS = ['openapi.json', 'asyncapi.json', 'dist/api.html'].map((name) => `docs/protocol/${name}`)

type Manifest = Readonly<Record<string, unknown>> & { readonly version: string }
const readJson = <Value>(path: string): Value => JSON.parse(readFileSync(path, 'utf8')) as Value

export function buildRelease(root: string, into: string): void {
  clear(into)
  for (const name of LIBRARIES) copyProgram(root, `packages/${name}`, join(into, 'node_modules/@parley', name))
  copyProgram(root, 'packages/server', join(into, 'packages/server'))
  cpSync(join(root, 'packages/server/migrations'), join(into, 'packages/server/migrations'), { recursive: true })
  cpSync(join(root, 'packages/web/dist'), join(into, 'packages/web/dist'), { recursive: true })
  for (const path of DOCUMENTS) cpSync(join(root, path), join(into, path))
  for (const name of [OLDER_NODE, ...FOR_THE_MACHINE]) cpSync(join(root, 'tools/src/release', name), join(into, name))
  const lock = readJson<Lock>(join(root, 'package-lock.json'))
  const ours = ['packages/server', ...LIBRARIES.map((name) => `packages/${name}`)]
  const packages = productionPackages(lock, ours, (path) => existsSync(join(root, path)))
  for (const path of packages) copyPackage(join(root, path), join(into, path))
  writeManifest(root, into)
  const { version } = readJson<Manifest>(join(root, 'package.json'))
  const inventory = packages.map((path) => ({ path, version: lock.packages[path]?.version, integrity: lock.packages[path]?.integrity }))
  writeFileSync(join(into, MARK), `${JSON.stringify({ version, commit: commitOf(root), packages: inventory }, undefined, 2)}\n`)
}

/** Only an earlier release is ever deleted. */
function clear(into: string): void {
  if (existsSync(into) && readdirSync(into).length > 0 && !existsSync(join(into, MARK)))
    throw new Error(`${into} is not empty and holds no release. Name another folder: npm run build -- FOLDER.`)
  // A data folder must never be deleted, although it should be elsewhere.
  if (existsSync(join(into, 'data'))) throw new Error(`${into} holds the data folder of an installation. Set DATA_DIR there, or name another folder.`)
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
}

/** Copies the sources without their types. Line numbers stay the same, so that an error points to the line of the source. */
function copyProgram(root: string, from: string, to: string): void {
  for (const file of globSync('src/**/*.ts', { cwd: join(root, from) })) {
    if (file.endsWith('.test.ts')) continue
    const target = join(to, file.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, plain(readFileSync(join(root, from, file), 'utf8')))
  }
  const { exports: _, devDependencies: _tools, ...manifest } = readJson<Manifest>(join(root, from, 'package.json'))
  writeFileSync(join(to, 'package.json'), `${JSON.stringify({ ...manifest, exports: { '.': './src/index.js' } }, undefined, 2)}\n`)
}

const plain = (source: string): string =>
  stripTypeScriptTypes(source).replaceAll(/(\b(?:from|import)\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\.ts\2/g, '$1$2$3.js$2')

/** Nested packages are not copied here, because they are listed separately. */
function copyPackage(from: string, to: string): void {
  cpSync(from, to, { recursive: true, dereference: true, filter: (path) => !path.slice(from.length).includes('/node_modules') })
}

function writeManifest(root: string, into: string): void {
  const { name, version, description, license, type, engines } = readJson<Manifest>(join(root, 'package.json'))
  const node = `node --import ./${OLDER_NODE}`
  // Decision 0300.
  const serve = `${node} --max-semi-space-size=32 packages/server/src/main.js`
  const run = (program: string) => `${node} packages/server/src/cli/${program}.js`
  const commands = ['operator', 'rotate-key', 'replay', 'backup', 'restore'].map((name) => [name, run(name)] as const)
  const scripts = { serve, ...Object.fromEntries(commands) }
  const manifest = { name, version, private: true, description, license, type, engines, scripts }
  writeFileSync(join(into, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
}
