/** Compiles the contracts of the embedded chain from source to deployed code. The same source gives the same code, byte for byte. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const SOURCES = fileURLToPath(new URL('../../../packages/simulator/contracts/', import.meta.url))
export const COMPILED = fileURLToPath(new URL('../../../packages/simulator/src/evm/compiled.ts', import.meta.url))

/** Keeps paths, dates and hashes of comments out of the code. */
const SETTINGS = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'shanghai',
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
}

type Compiler = { compile: (input: string) => string; version: () => string }
type Compiled = {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly contracts: Readonly<
    Record<string, Readonly<Record<string, { readonly evm: { readonly bytecode: { readonly object: string } } }>>>
  >
}

/** The text of the generated file. Throws the compiler's messages, including warnings. */
export function compileContracts(): string {
  // Loaded only here, because the compiler takes 130 MB.
  const solc = createRequire(import.meta.url)('solc') as Compiler
  const names = readdirSync(SOURCES).sort()
  const sources = Object.fromEntries(names.map((name) => [name, { content: readFileSync(SOURCES + name, 'utf8') }]))
  const output = JSON.parse(solc.compile(JSON.stringify({ language: 'Solidity', sources, settings: SETTINGS }))) as Compiled
  if (output.errors !== undefined) throw new Error(output.errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const codes = names.map((name) => {
    const contract = name.replace('.sol', '')
    return `  ${contract}:\n    '0x${output.contracts[name]![contract]!.evm.bytecode.object}',\n`
  })
  return [
    `/** Made by \`npm run contracts\` from packages/simulator/contracts with solc ${solc.version()}; a test compiles again and compares. */\n`,
    `export const compiled = {\n${codes.join('')}} as const\n`,
  ].join('')
}
