import { defineConfig } from 'vite';

const SERVER = 'http://127.0.0.1:3000';

/** `npm run dev:console` serves the sources and asks the running server for the rest; the launcher builds with the same file. */
export default defineConfig({
  root: import.meta.dirname,
  mode: 'production',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warn',
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    assetsInlineLimit: 0,
    rolldownOptions: {
      onwarn: (warning, warn) => {
        // "use client" means something to servers that render; none does here.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/health', '/metrics'].map((path) => [path, { target: SERVER }])),
  },
});
