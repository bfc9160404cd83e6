import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { version } from './package.json' with { type: 'json' }

/** The server the development pages talk to; the built pages are served by it. */
const server = process.env['PARLEY_SERVER'] ?? 'http://127.0.0.1:4000'
const proxied = { target: server, changeOrigin: false }

export default defineConfig({
  plugins: [react()],
  define: { 'import.meta.env.PARLEY_VERSION': JSON.stringify(version) },
  server: {
    port: 4100,
    strictPort: true,
    proxy: { '/v2': { ...proxied, ws: true }, '/account': proxied, '/feature-flags': proxied, '/healthz': proxied },
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
            { name: 'parts', test: /node_modules[\\/](@radix-ui|radix-ui|@floating-ui|lucide-react|@tanstack|zustand)/ },
            { name: 'wire', test: /(node_modules[\\/]zod|packages[\\/](contracts|client)[\\/])/ },
          ],
        },
      },
    },
  },
})
