/**
 * The files of the page. They are in the folder `page` of the package; in a clone they are built from source when a dashboard starts and
 * the
 * sources are newer, in a separate process and a fraction of a second.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { dashboardErrors } from './errors.ts'

export interface PageFile {
  readonly contentType: string
  readonly body: Buffer
}

const folder = fileURLToPath(new URL('../page/', import.meta.url))
/** Exists only in a clone. */
const builder = fileURLToPath(new URL('../../../apps/dashboard/build.js', import.meta.url))
const isClone = existsSync(fileURLToPath(new URL('../tsconfig.build.json', import.meta.url))) && existsSync(builder)

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

export class PageFiles {
  /** Starts a missing build, so that the first viewer does not wait. Failure: reported by `read`. */
  prepare(): void {
    build().catch(() => undefined)
  }

  /**
   * @param name of the file, without a directory
   * @returns `undefined` if there is none. Failure: `KW_DASHBOARD_PAGE` if there is no page at all.
   */
  async read(name: string): Promise<PageFile | undefined> {
    await build()
    const contentType = contentTypes[extname(name)]
    if (contentType === undefined || !/^[\w-]+\.\w+$/.test(name)) return undefined
    try {
      return { contentType, body: await readFile(`${folder}${name}`) }
    } catch (error) {
      if (name !== 'index.html') return undefined
      throw noPage('there is no index.html in its folder', error)
    }
  }
}

/** Built once per process. */
let built: Promise<unknown> | undefined

function build(): Promise<unknown> {
  if (!isClone) return Promise.resolve()
  built ??= promisify(execFile)(process.execPath, [builder, '--if-changed']).catch((error: Error) => {
    built = undefined // corrected sources are built again
    throw noPage(error.message, error)
  })
  return built
}

function noPage(why: string, cause: unknown): Error {
  return dashboardErrors('KW_DASHBOARD_PAGE', {
    what: 'show the dashboard',
    why,
    next: 'Reinstall @kubewright/dashboard. In a clone, run npm run build --workspace dashboard-page to see the problem.',
    cause,
  })
}

/**
 * Scripts and styles only from this server, no frames, and no text interpreted as markup.
 *
 * @param nonce allows the styles that the text editor generates
 */
export function securityHeaders(nonce: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types kubewright',
    "worker-src 'self'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
  }
}
