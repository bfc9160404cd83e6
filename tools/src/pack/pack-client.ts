/**
 * Builds the SDK as an installable package: plain JavaScript with types, and the contracts included. In this repository everything runs from
 * TypeScript without a build, but Node does not run TypeScript under node_modules.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

type Manifest = Readonly<Record<string, unknown>> & { readonly version: string; readonly dependencies: Readonly<Record<string, string>> }
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, 'packages', folder, 'package.json'), 'utf8')) as Manifest

/** Returns the path of the package: a folder for `npm pack` and `npm publish`. */
export function buildClient(into: string): string {
  const folder = join(into, 'client')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  compile(into)
  cpSync(join(into, 'compiled/client/src'), join(folder, 'dist'), { recursive: true })
  cpSync(join(into, 'compiled/contracts/src'), join(folder, 'dist/contracts'), { recursive: true })
  for (const file of globSync('dist/**/*.{js,d.ts}', { cwd: folder })) settleImports(folder, file)
  cpSync(join(ROOT, 'packages/client/README.md'), join(folder, 'README.md'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publishedManifest(), undefined, 2)}\n`)
  return folder
}

/** Returns the path of the tarball. */
export function packClient(into: string): string {
  const folder = buildClient(into)
  const said = execFileSync('npm', ['pack', '--json', '--pack-destination', into], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }) // prettier-ignore
  const [packed] = Object.values(JSON.parse(said) as Record<string, { readonly filename: string }>)
  return join(into, packed!.filename)
}

function compile(into: string): void {
  const config = join(into, 'tsconfig.json')
  const compilerOptions = {
    ...{ composite: false, incremental: false, emitDeclarationOnly: false, declaration: true, rewriteRelativeImportExtensions: true },
    ...{ rootDir: join(ROOT, 'packages'), outDir: join(into, 'compiled'), lib: ['es2024', 'dom'], types: [] },
  }
  // Everything that the two entry points import, and therefore none of the tests.
  const files = ['client', 'contracts'].map((name) => join(ROOT, 'packages', name, 'src/index.ts'))
  // Through `node_modules` the contracts would count as a dependency, and the compiler would leave them out of its output.
  const paths = { '@parley/contracts': [files[1]] }
  writeFileSync(
    config,
    JSON.stringify({ extends: join(ROOT, 'tsconfig.base.json'), compilerOptions: { ...compilerOptions, paths }, files }),
  )
  rmSync(join(into, 'compiled'), { recursive: true, force: true })
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config], { stdio: ['ignore', 'inherit', 'inherit'] })
}

/** The contracts are included, so imports have to name the files that exist in the package. */
function settleImports(folder: string, file: string): void {
  const path = join(folder, file)
  const up = '../'.repeat(file.split(/[\\/]/).length - 2) || './'
  const settled = readFileSync(path, 'utf8').replaceAll(/(['"])@parley\/contracts\1/g, `$1${up}contracts/index.js$1`)
  writeFileSync(path, settled.replaceAll(/(from |import\()(['"])(\.[^'"]+)\.ts\2/g, '$1$2$3.js$2'))
}

function publishedManifest(): object {
  const { name, version, description, license, engines, type } = manifestOf('client')
  const entry = { types: './dist/index.d.ts', default: './dist/index.js' }
  return {
    ...{ name, version, description, license, type, engines },
    ...{ exports: { '.': entry }, files: ['dist', 'README.md'], sideEffects: false, dependencies: manifestOf('contracts').dependencies },
  }
}
