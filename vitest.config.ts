import { defineConfig } from 'vitest/config'
import { examplesPlugin } from './tools/docs/vite-plugin.ts'

// Packages are tested from their sources: the `@kubewright/source` condition of their `exports` maps points there.
const conditions = ['@kubewright/source', 'node', 'import', 'module', 'default']
const resolve = { conditions }
const ssr = { resolve: { conditions, externalConditions: conditions } }
const setupFiles = ['./tools/vitest/leak-check.ts']

export default defineConfig({
  resolve,
  ssr,
  test: {
    projects: [
      {
        resolve,
        ssr,
        test: { name: 'unit', include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts'], setupFiles },
      },
      { resolve, ssr, test: { name: 'integration', include: ['test/integration/**/*.test.ts'], setupFiles } },
      {
        resolve,
        ssr,
        test: {
          name: 'conformance',
          include: ['test/conformance/**/*.test.ts'],
          globalSetup: ['./test/conformance/global-setup.ts'],
          setupFiles,
          testTimeout: 30_000,
        },
      },
      {
        resolve,
        ssr,
        plugins: [examplesPlugin(import.meta.dirname)],
        test: { name: 'docs', include: ['test/docs/**/*.test.ts'] },
      },
    ],
  },
})
