import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { installable } from './build/installable.ts'
import manifest from './package.json' with { type: 'json' }

/** The server the development pages talk to; the built pages are served by it. */
const server = process.env['PARLEY_SERVER'] ?? 'http://127.0.0.1:4000'
const proxied = { target: server, changeOrigin: false }

/** Writes scripts and styles as `.br` too. The server sends these to browsers that accept them: a fifth of the bytes. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (!/\.(js|css)$/.test(file.fileName)) continue
        const source = brotliCompressSync(file.type === 'chunk' ? file.code : file.source)
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source })
      }
    },
  },
}

/** Descriptions of schemas are for the reference and take a tenth of the wire's chunk; no screen reads them. */
const DESCRIPTION = /\.meta\(\{\s*(?:id: '\w+',\s*)?description:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),?\s*\}\)/g
/** So are the summaries of calls and errors. */
const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),?/g
const undescribed: Plugin = {
  name: 'undescribed',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    /packages\/contracts\/src\/.*\.ts$/.test(id)
      ? { code: code.replaceAll(DESCRIPTION, '').replaceAll(SUMMARY, ''), map: null }
      : undefined,
}

/** A schema can describe itself as JSON Schema. The reference of the API needs that; no page does, and it is a tenth of the library. */
const JSON_SCHEMA = /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => {
    if (!JSON_SCHEMA.test(id)) return undefined
    const named = /^export (?:(?:const|function|class) (\w+)|\{ \w+ as (\w+) \})/gm
    const names = [...code.matchAll(named)].map(([, name, alias]) => name ?? alias!)
    const unavailable = `const unavailable = () => () => { throw new Error('A page has no JSON Schema.') }`
    return { code: `${unavailable}\nexport { ${names.map((name) => `unavailable as ${name}`).join(', ')} }`, map: null }
  },
}

/** In development too the addresses of the dashboard and of the operator console are their pages; the server does the same for the built ones. */
const otherPages: Plugin = {
  name: 'other-pages',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      const [, page] = /^\/(dashboard|operator(?!\/api))(?:\/[^.]*)?$/.exec(request.url?.split('?')[0] ?? '') ?? []
      if (page !== undefined) request.url = `/${page}.html`
      next()
    })
  },
}

// A build within a test would else be one for developers, of twice the size.
if (process.argv.includes('build')) process.env['NODE_ENV'] = 'production'

export default defineConfig({
  plugins: [undescribed, withoutJsonSchema, react(), compressed, otherPages, installable(import.meta.dirname)],
  define: { 'import.meta.env.PARLEY_VERSION': JSON.stringify(manifest.version) },
  server: {
    port: 4100,
    strictPort: true,
    proxy: {
      '/v2': { ...proxied, ws: true },
      '/v1': { ...proxied, ws: true },
      '/account': proxied,
      '/agreements': proxied,
      '/feature-flags': proxied,
      '/trading-desk': proxied,
      '/operator/api': proxied,
      '/healthz': proxied,
      '/health': proxied,
    },
  },
  // Four builds into one folder: no page pays for another (decision 0170), and chunks of one content are one file.
  // The worker comes last, because it lists the files of the trader's page.
  environments: {
    client: { build: { emptyOutDir: true, rolldownOptions: { input: 'index.html' } } },
    dashboard: { consumer: 'client', build: { emptyOutDir: false, rolldownOptions: { input: 'dashboard.html' } } },
    operator: { consumer: 'client', build: { emptyOutDir: false, rolldownOptions: { input: 'operator.html' } } },
    worker: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: { input: 'src/service-worker.ts', output: { entryFileNames: 'sw.js', codeSplitting: false } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'dashboard', 'operator', 'worker']) await builder.build(builder.environments[name]!)
    },
  },
  build: {
    outDir: 'dist',
    target: 'es2024',
    // The files carry a hash in their names, so the browser keeps what did not change between two releases.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            {
              name: 'parts',
              test: /node_modules[\\/](@radix-ui[\\/]react-(?!popover|menu|dropdown-menu|collection|roving-focus|focus|direction)|radix-ui|@floating-ui|zustand)/,
            },
            // An icon that one part alone shows comes with that part.
            { name: 'icons', test: /node_modules[\\/]lucide-react/, minShareCount: 2 },
            // The wire of listed spreads, of lists, of perpetuals, of auctions, of held requests and of the leaderboard comes with their screens, and so do lists that are kept, records and histories.
            {
              name: 'wire',
              test: /(node_modules[\\/]zod|packages[\\/](contracts[\\/]src[\\/](?!(fs|leaderboard|operator|perpetuals|vrfq)[\\/]|account[\\/]desk-calls|drfq[\\/]list-(calls|entities)\.|protection[\\/]held-request)|client[\\/]src[\\/](?!transport[\\/]console-client|books[\\/](auctions|lists|reader|spread-book|sorted-rows)\.|model[\\/](desk-histories|from-fs|list-rfq|newest|record|spreads)\.)))/,
            },
            // Lists of the desk's own orders, including spread orders, are loaded after the first screen.
            // Two dozen small files would compress badly. One file is 9 KiB smaller.
            {
              name: 'shell',
              test: /web[\\/]src[\\/](live[\\/](?!frames-of-part|lists-loading|open-feed|part\.|use-reported-attempt|rfq-lists|spread-connection|taker-history|holdings|venue-fees|use-latest|late-answers)|theme[\\/]|app[\\/]|features[\\/](blotter[\\/](?!spreads[\\/]|queue[\\/]|order-|own-|pull-plan|use-pulling|column-kit|lines\.|ListPanel|OrderLists)|protection[\\/](?!AllowAgain|OwnStop)|structure[\\/]copy-line|rfq[\\/]vol-versus-mark)|components[\\/](holding|number-column|number-text|table-column|Badge)\.)|core[\\/]src[\\/]structure[\\/]limits\./,
              minShareCount: 2,
            },
            // The kit of the trading screens is one file, because every file has its name in the first load.
            {
              name: 'trading',
              test: /web[\\/]src[\\/](components[\\/](EmptyScreen|Loaded|known-figure)|live[\\/]use-reported-attempt)|core[\\/]src[\\/]pricing[\\/]guard-steps/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
})
