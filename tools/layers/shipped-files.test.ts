import { expect, it } from 'vitest'
import { describePackage } from '../workspace.ts'
import { shippedFiles } from './shipped-files.ts'
import { readSourceFile } from './source-file.ts'

it('shippedFiles returns the files reachable from the entries, including type and lazy imports', () => {
  const core = describePackage('core', {
    name: '@kubewright/core',
    version: '1.0.0',
    exports: {
      '.': { '@kubewright/source': './src/index.ts' },
      './testing': { '@kubewright/source': './src/testing.ts' },
    },
  })
  const sources = {
    'index.ts': `export { a } from './a.ts'`,
    'a.ts': `import type { B } from './b.ts'\nexport const a = () => import('./c.ts')`,
    'b.ts': `import { a } from './a.ts'`,
    'c.ts': '',
    'testing.ts': '',
    'a.test.ts': `import { fixture } from './fixture.ts'`,
    'fixture.ts': `import 'fast-check'`,
  }
  const files = Object.entries(sources).map(([name, text]) => readSourceFile(`packages/core/src/${name}`, text))

  const names = [...shippedFiles(files, [core])].map((path) => path.replace('packages/core/src/', ''))
  expect(names.sort()).toEqual(['a.ts', 'b.ts', 'c.ts', 'index.ts', 'testing.ts'])
})
