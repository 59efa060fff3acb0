import {
  IconBriefcase,
  IconCalendarEvent,
  IconChartCandle,
  IconDatabase,
  IconFilterSearch,
  IconListSearch,
  IconRobot,
  IconSettings,
  IconStack2,
  IconWorldSearch,
} from '@tabler/icons-react';
import { type ComponentType, lazy } from 'react';

interface ConsolePage {
  /** A pattern as wouter has it. */
  readonly path: string;
  readonly component: ComponentType;
}

/** Every address of the console. Each page is a file of its own that the browser loads when it is opened. */
export const PAGES: readonly ConsolePage[] = [
  { path: '/today', component: lazy(() => import('../pages/today/today').then(({ Today }) => ({ default: Today }))) },
  {
    path: '/sessions',
    component: lazy(() => import('../pages/sessions/sessions').then(({ Sessions }) => ({ default: Sessions }))),
  },
  {
    path: '/sessions/:id',
    component: lazy(() => import('../pages/session/session').then(({ Session }) => ({ default: Session }))),
  },
  {
    path: '/holdings',
    component: lazy(() => import('../pages/holdings/holdings').then(({ Holdings }) => ({ default: Holdings }))),
  },
  {
    path: '/scans/:id?',
    component: lazy(() => import('../pages/scans/scans').then(({ Scans }) => ({ default: Scans }))),
  },
  {
    path: '/screens',
    component: lazy(() => import('../pages/screens/screens').then(({ Screens }) => ({ default: Screens }))),
  },
  {
    path: '/screens/new',
    component: lazy(() =>
      import('../pages/screens/formulas/formula-page').then(({ NewFormula }) => ({ default: NewFormula })),
    ),
  },
  {
    path: '/screens/:id/edit',
    component: lazy(() =>
      import('../pages/screens/formulas/formula-page').then(({ EditFormula }) => ({ default: EditFormula })),
    ),
  },
  {
    path: '/screens/:id',
    component: lazy(() => import('../pages/screens/screen-page').then(({ ScreenPage }) => ({ default: ScreenPage }))),
  },
  {
    path: '/studies',
    component: lazy(() => import('../pages/studies/study-list').then(({ StudyList }) => ({ default: StudyList }))),
  },
  {
    path: '/studies/:id',
    component: lazy(() => import('../pages/studies/study-page').then(({ StudyPage }) => ({ default: StudyPage }))),
  },
  { path: '/ai/*?', component: lazy(() => import('../pages/ai/ai').then(({ Ai }) => ({ default: Ai }))) },
  { path: '/jobs', component: lazy(() => import('../pages/jobs/jobs').then(({ Jobs }) => ({ default: Jobs }))) },
  {
    path: '/market/*?',
    component: lazy(() => import('../pages/market/market').then(({ Market }) => ({ default: Market }))),
  },
  { path: '/seo/*?', component: lazy(() => import('../pages/seo/seo').then(({ Seo }) => ({ default: Seo }))) },
  {
    path: '/settings/*?',
    component: lazy(() => import('../pages/settings/settings').then(({ Settings }) => ({ default: Settings }))),
  },
];

/** What stands in the bar at the left, and on a phone at the bottom; `phone` of them there, the others behind 更多. */
export const SECTIONS = [
  { name: 'today', path: '/today', icon: IconCalendarEvent, phone: true, administrator: false, key: 't' },
  { name: 'sessions', path: '/sessions', icon: IconChartCandle, phone: true, administrator: false, key: 's' },
  { name: 'holdings', path: '/holdings', icon: IconBriefcase, phone: false, administrator: false, key: 'h' },
  { name: 'scans', path: '/scans', icon: IconListSearch, phone: true, administrator: false, key: 'c' },
  { name: 'screens', path: '/screens', icon: IconFilterSearch, phone: false, administrator: false, key: 'x' },
  { name: 'ai', path: '/ai', icon: IconRobot, phone: true, administrator: false, key: 'a' },
  { name: 'market', path: '/market', icon: IconDatabase, phone: false, administrator: false, key: 'm' },
  { name: 'jobs', path: '/jobs', icon: IconStack2, phone: false, administrator: true, key: 'j' },
  { name: 'seo', path: '/seo', icon: IconWorldSearch, phone: false, administrator: true, key: 'e' },
  { name: 'settings', path: '/settings', icon: IconSettings, phone: false, administrator: false, key: ',' },
] as const;
