/** `npm run site`: builds the documentation site into dist/site and checks every link in it. */
import { resolve } from 'node:path'
import { buildSite } from './build-site.ts'

const root = resolve(import.meta.dirname, '../..')
const { pages, problems } = buildSite(root, resolve(root, 'dist/site'))
for (const problem of problems) console.error(problem)
if (problems.length > 0) {
  console.error(`${problems.length} links lead nowhere. Correct them in the files above.`)
  process.exitCode = 1
} else {
  console.log(`${pages} pages in dist/site, every link leads somewhere. Open dist/site/index.html.`)
}
