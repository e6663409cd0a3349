/** Kubewright operators hosted in a NestJS application. In the making: nothing here is promised yet. */
export {}
