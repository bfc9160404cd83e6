/** No file imports itself through others, in any package. Type imports and test kits count. */
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { circles } from './circles.ts'
import { importsOf, sources } from './sources.ts'

it('no files import each other', () => {
  const arrows = new Map(
    sources.map((source) => {
      const relative = importsOf(source).filter(({ specifier }) => specifier.startsWith('.'))
      return [source.path, new Set(relative.map(({ specifier }) => join(dirname(source.path), specifier)))] as const
    }),
  )
  const found = circles(arrows).map((circle) => `${circle.join(', ')}: move what they share into a file of its own below them.`)
  expect(found, found.join('\n')).toEqual([])
})
