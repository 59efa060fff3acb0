import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './theme/tokens.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueries } from './api/queries';
import { watchSilence } from './live/silence';
import { App } from './shell/app';
import { theme } from './theme/theme';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';

// Where Mantine's dialogs look for the nonce of the style that stops the page behind them from scrolling.
Object.assign(window, { __webpack_nonce__: nonce });

watchSilence();

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <QueryClientProvider client={createQueries()}>
        <App />
        <Notifications position="top-center" limit={4} zIndex={400} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
