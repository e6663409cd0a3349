/** TOSCA: CSAR archives with management protocols, and topologies in the Simple Profile. See decision 0300. */
export type { ArchiveLimits } from './tosca/archive.ts'
export { readCsar, type ReadCsarOptions } from './tosca/read-csar.ts'
export { readServiceTemplate, type ReadServiceTemplateOptions } from './tosca/read-service-template.ts'
export { writeCsar, type WriteCsarOptions } from './tosca/write-csar.ts'
export { writeServiceTemplate } from './tosca/write-service-template.ts'
