/** The exports of the IotSnap Root operator for other programs. */
export { componentsOf } from './components.ts'
export { IotSnapRoot, type IotSnapRootInput } from './iotsnap-root.ts'
export { operatorWith, sidecars } from './operator.ts'
export { iotSnapStack } from './stack.ts'
