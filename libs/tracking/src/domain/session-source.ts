/** Source that the one-year low-volume scan writes on its sessions. */
export const GROUND_VOLUME_SOURCE = '一年地量';
