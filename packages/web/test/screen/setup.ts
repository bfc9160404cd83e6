/** Vitest's set-up of the `screens` project, run for each file. */
import { Menu } from '../../src/components/Menu.tsx'
import { watchScreens } from './screen.tsx'

// Loads the lazy parts of the page before the first test. If a file ended while one of them was loading, that part would stay broken for the
// next files in the same process.
import.meta.glob(
  [
    '../../src/{app,features}/**/*.tsx',
    '../../src/components/MenuParts.tsx',
    '../../src/features/spreads/follow-fills.ts',
    '!**/*.test.tsx',
  ],
  { eager: true },
)

Menu.fetch()
// Waits until the import of the part has resolved.
await new Promise((resolve) => setTimeout(resolve))

watchScreens()
