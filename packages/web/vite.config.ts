import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The server of a development machine, when the pages come from `vite dev`. */
const apiUrl = process.env.TRACKWAY_API ?? 'http://localhost:8080'

/** Texts of one language lie in many small files beside their features; they are loaded together. */
function textsChunk(moduleId: string): string | null {
  const language = /\/texts\/([A-Za-z-]+)\.json$/.exec(moduleId)?.[1]
  return language ? `texts-${language}` : null
}

export default defineConfig({
  plugins: [react()],
  define: {
    'import.meta.env.VITE_STORAGE_PASSPHRASE': JSON.stringify(
      process.env.STORAGE_PASSPHRASE ?? 'trackway keeps passers-by from reading along',
    ),
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: apiUrl, ws: true } },
  },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: textsChunk, debugName: 'texts', priority: 40 },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
            { name: 'schemas', test: /node_modules[\\/]zod[\\/]/, priority: 30 },
            { name: 'router', test: /node_modules[\\/]@tanstack[\\/]/, priority: 30 },
            { name: 'map', test: /node_modules[\\/](ol|rbush|quickselect|earcut|pbf)[\\/]/, priority: 30 },
            {
              // In one piece: its modules import each other in circles, which break when chunks cut through
              // them. Language packs stay apart: one of eleven is needed.
              name: 'antd',
              test: /node_modules[\\/](antd|@ant-design|@rc-component|@emotion)[\\/](?!.*[\\/]locale[\\/])/,
              priority: 20,
            },
          ],
        },
      },
    },
  },
})
