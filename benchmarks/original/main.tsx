import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router';
import { AdminModal } from './admin-modal';
import { ArtistPage } from './artist-page';
import { HomePage } from './home-page';
import { SessionProvider } from './session';
import './original.css';

function App() {
  const [isOpen, setOpen] = useState(false);
  // The mark that the benchmark waits for: from here on the page answers to an interaction.
  useEffect(() => void performance.mark('live'), []);
  return (
    <BrowserRouter>
      <SessionProvider>
        <button
          className="admin-button"
          type="button"
          aria-label="Admin panel"
          onClick={() => setOpen(true)}
        >
          Admin
        </button>
        <Routes>
          <Route path="/" element={<HomePage />} />
          <Route path="/artist/:id" element={<ArtistPage />} />
          <Route path="*" element={<Navigate to="/" replace />} />
        </Routes>
        {isOpen && <AdminModal onClose={() => setOpen(false)} />}
      </SessionProvider>
    </BrowserRouter>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('the document has no root');
createRoot(root).render(<App />);
