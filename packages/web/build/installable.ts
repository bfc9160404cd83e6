/**
 * The build also writes the files that a browser needs to install the pages: the manifest, the icons, and the worker with its list of cached files.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { drawIcon } from './icon.ts'

const GROUND = '#0a0d12'
const icons = [
  { src: '/icon-192.png', pixels: 192, shape: 'rounded', purpose: 'any' },
  { src: '/icon-512.png', pixels: 512, shape: 'rounded', purpose: 'any' },
  { src: '/icon-maskable-512.png', pixels: 512, shape: 'whole', purpose: 'maskable' },
] as const
/** For platforms that read the page instead of the manifest. */
const touchIcon = { src: '/apple-touch-icon.png', pixels: 180, shape: 'whole' } as const

const manifest = {
  id: '/',
  name: 'Parley',
  short_name: 'Parley',
  description: 'Crypto-options blocks, negotiated by RFQ.',
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: GROUND,
  theme_color: GROUND,
  icons: [
    ...icons.map(({ src, pixels, purpose }) => ({ src, sizes: `${pixels}x${pixels}`, type: 'image/png', purpose })),
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
}

/** Scripts and styles of the trading page, and the one font that its texts use. Fonts for other scripts are fetched when they occur. */
const IS_KEPT = /\.(js|css)$|inter-latin-wght.*\.woff2$/

export function installable(root: string): Plugin {
  let release: { readonly id: string; readonly files: readonly string[] } | undefined
  return {
    name: 'installable',
    apply: 'build',
    // The worker's build reads the output of the page's build.
    sharedDuringBuild: true,
    transform: {
      filter: { id: /src\/service-worker\.ts$/ },
      handler: (code) => `const RELEASE = ${JSON.stringify(release)};\n${code.replace(/^declare const RELEASE.*$/m, '')}`,
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        if (this.environment.name !== 'client') return
        const files = Object.keys(bundle)
          .filter((file) => IS_KEPT.test(file))
          .toSorted()
        const hash = createHash('sha256')
        for (const file of Object.values(bundle))
          hash.update(file.fileName).update(file.fileName.endsWith('.html') ? String('source' in file && file.source) : '')
        release = { id: hash.digest('hex').slice(0, 12), files: files.map((file) => `/${file}`) }
        const svg = readFileSync(`${root}/public/favicon.svg`, 'utf8')
        for (const { src, pixels, shape } of [...icons, touchIcon])
          this.emitFile({ type: 'asset', fileName: src.slice(1), source: drawIcon(svg, pixels, shape) })
        this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: JSON.stringify(manifest) })
      },
    },
  }
}
