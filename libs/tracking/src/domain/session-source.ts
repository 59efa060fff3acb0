/** Source that the one-year low-volume scan writes on its sessions. */
export const GROUND_VOLUME_SOURCE = '一年地量';

/** Source of sessions that were opened for a user's holdings. */
export const HOLDINGS_SOURCE = '持仓导入';
