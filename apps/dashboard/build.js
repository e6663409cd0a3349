/**
 * Builds the page into the folder of the package that serves it: `packages/dashboard/page`. Plain JavaScript, so that Node runs it as
 * it is. With `--if-changed` nothing happens while the files are newer than every source.
 * See decision 0400.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const target = join(here, '../../packages/dashboard/page')
const own = [join(here, 'page'), join(here, 'build.js'), join(here, 'package.json')]
/** Packages whose code is part of the page. */
const bundled = ['core', 'protocol'].map((name) => join(here, '../../packages', name, 'src'))
const sources = [...own, ...bundled]

const pages = ['dashboard.tsx', 'dashboard.css']
const workers = ['objects/layout-worker.ts', 'protocols/protocol-worker.ts']

function newest(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function isCurrent() {
  const made = join(target, 'index.html')
  return existsSync(made) && statSync(made).mtimeMs >= Math.max(...sources.map(newest))
}

async function build() {
  const { build: bundle } = await import('esbuild')
  // Beside the target and moved there when it is whole: a server may be reading it.
  const made = `${target}.${process.pid}`
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made, { recursive: true })
  const options = {
    outdir: made,
    entryNames: '[name]',
    bundle: true,
    format: 'esm',
    target: ['chrome110', 'firefox110', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    conditions: ['@kubewright/source'],
    // The packages have files for Node alone. None of them may be left after tree shaking.
    external: ['node:*'],
    metafile: true,
    chunkNames: '[name]-[hash]',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  }
  const built = await Promise.all([
    bundle({ ...options, entryPoints: pages.map((name) => join(here, 'page', name)), splitting: true }),
    // Separate from the pages: with shared chunks, each would load code that only the other one uses.
    bundle({ ...options, entryPoints: workers.map((name) => join(here, 'page', name)) }),
  ])
  for (const { metafile } of built) assertForBrowsers(metafile)
  for (const name of ['index.html', 'icon.svg']) cpSync(join(here, 'page', name), join(made, name))
  try {
    rmSync(target, { recursive: true, force: true })
    renameSync(made, target)
  } catch (error) {
    // Another process has built the same in the meantime.
    rmSync(made, { recursive: true, force: true })
    if (!isCurrent()) throw error
  }
}

function assertForBrowsers({ outputs }) {
  for (const [file, { imports }] of Object.entries(outputs)) {
    const foreign = imports.find(({ path }) => path.startsWith('node:'))
    if (foreign !== undefined) throw new Error(`${file} imports ${foreign.path}, which no browser has`)
  }
}

if (!process.argv.includes('--if-changed') || !isCurrent()) await build()
