/** Writes `deploy/crds.yaml`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crdsYaml } from './manifests.ts'

writeFileSync(join(import.meta.dirname, '../deploy/crds.yaml'), crdsYaml())
