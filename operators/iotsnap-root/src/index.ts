/** The IotSnap Root operator, to be used by others. */
export { componentsOf } from './components.ts'
export { IotSnapRoot, type IotSnapRootInput } from './iotsnap-root.ts'
export { operatorWith, sidecars } from './operator.ts'
export { iotSnapStack } from './stack.ts'
