/** A cluster with the operator, for tests and benchmarks. */
export { componentTypes } from '../component-table.ts'
export { allowance, type Counted, countDeployment, counted, countFault, objectWrites } from './counted.ts'
export {
  brokenVersion,
  namespace,
  prepareComponent,
  type RootCluster,
  rootRef,
  startRootCluster,
} from './root-cluster.ts'
export { allUp, protocolOfRoot } from './root-protocol.ts'
export { seven, singleFaults } from './single-faults.ts'
