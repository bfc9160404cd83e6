import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

/** Runs in its own process, because V8 flags apply to a whole process. */
function askedOf(words: string): { readonly said: string; readonly status: number | null } {
  const module = JSON.stringify(new URL('./compile-later.ts', import.meta.url).href)
  const code = `const { compileLater } = await import(${module});\n${words}`
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' })
  return { said: stderr, status }
}

describe('a demo that compiles later', { timeout: 60_000 }, () => {
  it('uses V8 flags that exist', () => {
    expect(askedOf('compileLater()')).toEqual({ said: expect.not.stringContaining('unrecognized flag'), status: 0 })
  })

  it('is warned of an unknown V8 flag, and continues', () => {
    const asked = askedOf(`(await import('node:v8')).setFlagsFromString('--invocation-count-for-nobody=1')\ncompileLater()`)
    expect(asked).toEqual({ said: expect.stringContaining('unrecognized flag'), status: 0 })
  })
})
